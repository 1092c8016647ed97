package dev.foliot.diagnose.hotspot;

/**
 * A class that a JVM has loaded, as it was when it was read. Immutable. Its names are what the
 * target says they are, of any characters: escape them for where they are shown.
 *
 * @param address of its Klass, HotSpot's structure for it
 * @param name as {@link Class#getName()} gives it; ends in an ellipsis when it is longer than
 *     32,000 bytes
 * @param loader {@code bootstrap}, {@code platform}, {@code app}, or the loader's class and where
 *     HotSpot keeps that loader's data, as {@code com.acme.MyLoader @0x7f3c5c0b2a10}
 * @param isInterface whether it is an interface or an annotation
 * @param hidden whether it is hidden, as the classes of lambdas are
 * @param depth how many superclasses it has; 0 for Object, 1 for interfaces
 * @param superCheckOffset the offset of the field that a check against this class looks at
 * @param secondarySupersArray where the list is that a check by search goes through; 0 for none
 * @param secondarySupers how many entries that list has
 */
public record LoadedClass(
    long address,
    String name,
    String loader,
    boolean isInterface,
    boolean hidden,
    int depth,
    int superCheckOffset,
    long secondarySupersArray,
    int secondarySupers) {}
