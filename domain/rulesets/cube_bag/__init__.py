"""Cube-bag battle: armies put cubes into a bag, and what comes out is what they lose."""
