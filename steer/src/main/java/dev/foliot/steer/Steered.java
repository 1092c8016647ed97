package dev.foliot.steer;

/**
 * A class about to load behind its fillers.
 *
 * @param name the name as {@link Class#getName()} writes it
 * @param loader the loader of the class
 * @param wanted the wanted start in its line, in bytes
 * @param fillers number of fillers loaded before it
 */
record Steered(String name, ClassLoader loader, int wanted, int fillers) {}
