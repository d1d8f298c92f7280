"""First names for puzzles: one word of ASCII letters each, none of which is also a common English word."""

from __future__ import annotations

_TEXT = (
    "Adam Agnes Aidan Alan Albert Alice Amber Amos Amy Andrea Angus Anna Anton Ariel Arnold Astrid Audrey "
    "Barbara Basil Beatrice Ben Bertha Beth Boris Brenda Brian Bruno Camila Carl Carmen Cecil Celia Chloe "
    "Clara Clive Colin Conrad Cora Craig Curtis Cyril Daisy Damon Daphne David Debra Denis Diana Diego "
    "Dora Doris Douglas Duncan Dylan Edgar Edith Edna Elena Eli Ellen Elmer Elsa Emil Emma Enid Eric Erna "
    "Ethan Eva Evan Faye Felix Fiona Floyd Flora Frank Freda Gail Gavin Gemma Gerald Gina Gloria Gordon "
    "Greta Gus Gwen Hannah Harold Hazel Hector Helen Henry Hilda Hubert Hugo Ian Ida Igor Ingrid Irene "
    "Iris Isaac Isabel Ivan Ivy Jack Jacob Jana Janet Jared Jasper Jenny Joan Joel Jonas Joyce Judith "
    "Julia Karen Karl Kate Keith Kirsten Kurt Lara Laura Lena Leo Leon Liam Lily Linda Lloyd Lois Lorna "
    "Louis Lucas Lucy Luis Lydia Mabel Magnus Malcolm Marcus Maria Martin Maud Max Megan Miles Mina Moira "
    "Molly Mona Muriel Myra Nadia Nancy Nathan Neil Nelly Nigel Nina Noah Nora Norman Olga Oliver Olivia "
    "Oscar Otto Owen Pablo Paula Pedro Perry Petra Philip Polly Quentin Rachel Ralph Ramona Raul Regina "
    "Rex Rhoda Rita Robert Roland Rosa Ruben Rufus Rupert Ruth Sally Samuel Sandra Saul Sean Selma Seth "
    "Sheila Sidney Silvia Simon Sonia Stella Susan Sylvester Tamara Tara Teresa Theo Thomas Tilda Tobias "
    "Tracy Ulrich Uma Ursula Vera Vernon Victor Viola Vivian Walter Wanda Wendy Wilma Winston Yolanda "
    "Yvette Zelda Zoe"
)
NAMES = tuple(_TEXT.split())
