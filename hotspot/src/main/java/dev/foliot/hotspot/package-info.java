/**
 * Reads a running HotSpot from outside, without an agent and without stopping it.
 *
 * <p>{@link dev.foliot.hotspot.HotspotJvm} is the entry. It attaches to a process by its id, and
 * its methods lead to the packages below:
 *
 * <table>
 * <caption>What can be read</caption>
 * <tr><th>Package</th><th>What</th><th>From</th></tr>
 * <tr><td>{@code klass}</td><td>classes, their structures, loaders, supertypes</td><td>{@code classes()}, {@code classAt()}, {@code klassMap()}</td></tr>
 * <tr><td>{@code code}</td><td>what runs at an address, its callers, its type checks</td><td>{@code code()}</td></tr>
 * <tr><td>{@code heap}</td><td>fields of objects, generations, the card table</td><td>{@code heap()}, {@code generations()}, {@code cardTable()}</td></tr>
 * <tr><td>{@code pool}</td><td>thread pools and what waits in their queues</td><td>{@code poolSearch()}</td></tr>
 * <tr><td>{@code perf}</td><td>HotSpot's own counters</td><td>{@code perfData()}</td></tr>
 * <tr><td>{@code memory}</td><td>where the heap, code, stacks and classes lie; what the resident memory is made of</td><td>{@code ranges()}, {@code AttachedJvm}</td></tr>
 * <tr><td>{@code image}</td><td>the tables, flags and memory that all of these are read with</td><td>{@code flags()}</td></tr>
 * <tr><td>{@code attach}</td><td>questions that the JVM answers itself, as jcmd asks them</td><td>{@code Jcmd}</td></tr>
 * <tr><td>{@code threads}</td><td>what threads do, by families of names</td><td>{@code ThreadTally}</td></tr>
 * </table>
 *
 * <h2>An example</h2>
 *
 * <p>Which classes have many interfaces, and share a cache line with their first words?
 *
 * <pre>{@code
 * switch (HotspotJvm.attach(Path.of("/"), pid)) {
 *   case Reading.Unavailable<HotspotJvm> none ->
 *       System.err.println(none.sentence());
 *   case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
 *     try (jvm) {
 *       for (LoadedClass type : jvm.classes().map(ClassList::all).orElse(List.of())) {
 *         if (type.mayHaveSecondarySupers(2)) {
 *           System.out.println(type.name() + " at offset " + type.lineOffset(64));
 *         }
 *       }
 *     }
 *   }
 * }
 * }</pre>
 *
 * <h2>Which JVMs</h2>
 *
 * <p>HotSpot of JDK 17 to 25 on Linux, 64 bits, little endian; tested on 17, 21 and 25. The JVM's
 * file need not exist any more, and the JVM may live in a container. Reading takes the right to
 * read {@code /proc/PID/mem}: the same user, or CAP_SYS_PTRACE.
 *
 * <h2>What can be unavailable</h2>
 *
 * <p>Nothing is thrown for what the target holds. A {@link dev.foliot.linux.Reading} that is
 * unavailable says why and what would help. Reasons: no such process, no right, another JVM
 * (OpenJ9, Zing, a native image), a JDK before 17; a field that this version does not export, which
 * only takes away what needs it; objects and pools with ZGC and Shenandoah, whose references are
 * not plain addresses; counters with {@code -XX:-UsePerfData}.
 *
 * <h2>The target is hostile</h2>
 *
 * <p>It runs on while it is read, so a structure may be freed or moved at any moment, and it may
 * lie. Everything that is read is checked: strings, counts, depths and lists are bounded, circles
 * end, and each read has a budget of bytes and time ({@link
 * dev.foliot.hotspot.image.VmImage.Budget}). What makes no sense is left out and counted. Names are
 * the target's, of any characters: escape them for where they are shown.
 *
 * <h2>Threads and cost</h2>
 *
 * <p>{@code HotspotJvm} and what is immutable are safe for any thread; what reads the target again
 * and again (samplers, searches, readers) is for one thread, and says so. The target does not stop
 * and runs no code for it. One scan of 1,400 classes takes some 10 ms of the caller's CPU, of
 * 20,000 less than a second; a sample of a pool is one system call.
 */
@NullMarked
package dev.foliot.hotspot;

import org.jspecify.annotations.NullMarked;
