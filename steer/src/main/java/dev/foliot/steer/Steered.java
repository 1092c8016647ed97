package dev.foliot.steer;

/**
 * A class that is about to be loaded behind its fillers.
 *
 * @param name as {@link Class#getName()} gives it
 * @param loader which loads it
 * @param wanted where in a line it is to begin, in bytes
 * @param fillers how many were loaded before it
 */
record Steered(String name, ClassLoader loader, int wanted, int fillers) {}
