package dev.foliot.hotspot;

/**
 * A field of a class's structure in HotSpot. Immutable.
 *
 * @param name as HotSpot calls it, as {@code _secondary_supers}
 * @param offset from the start of the structure, in bytes
 * @param bytes its size; that of the whole array for an array; 0 when not known
 */
public record KlassField(String name, int offset, int bytes) {}
