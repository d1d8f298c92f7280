"""A policy that writes its own tasks, admitted only where verifier and reference agree."""
