package dev.foliot.spark;

/**
 * What is left of a part.
 *
 * @param exit the exit code of its process, or 1 without one
 * @param said why there is no result; empty where there is one, or another part is the reason
 * @param part the content of its file; null without a result
 */
record PartResult(int exit, String said, String part) {}
