/**
 * The classes of a JVM: their structures in HotSpot, loaders, supertypes and names.
 *
 * <p>{@code HotspotJvm.classes()} walks over all loaders and their classes while the JVM loads and
 * unloads them. A class counts only when it names the loader in whose list it is, which freed
 * memory does not. A {@link dev.foliot.hotspot.klass.LoadedClass} has its address, name, loader,
 * depth and the list of its supertypes. {@link dev.foliot.hotspot.klass.KlassLayout} has the field
 * offsets; {@link dev.foliot.hotspot.klass.KlassMap} leads from an address back to the class and
 * field.
 *
 * <pre>{@code
 * ClassList classes = jvm.classes().toOptional().orElseThrow();
 * for (LoadedClass type : classes.all()) {
 *   classes.supertypes(type).toOptional().ifPresent(types -> show(type, types.interfaces()));
 * }
 * if (!classes.complete()) {
 *   show(classes.incomplete().get(), classes.unreadable());
 * }
 * }</pre>
 *
 * <p>At most 200,000 classes and 64 MiB of names are read, in at most 3 s; a circular list ends. A
 * class of two loaders is two classes. {@link dev.foliot.hotspot.klass.BootClasses} finds classes
 * of the JDK by name, repeatedly, and reads only new ones.
 */
@NullMarked
package dev.foliot.hotspot.klass;

import org.jspecify.annotations.NullMarked;
