package dev.foliot.hotspot;

/**
 * A place in the structure of a class. Immutable.
 *
 * @param type whose structure it is
 * @param offset from its start, in bytes
 * @param field as HotSpot's sources name it; empty where the JVM tells of none there, as in the
 *     table of virtual methods behind the fields
 */
public record KlassPlace(LoadedClass type, int offset, String field) {}
