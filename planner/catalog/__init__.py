"""What is known about accelerators: facts with sources, and the questions on which sources disagree."""
