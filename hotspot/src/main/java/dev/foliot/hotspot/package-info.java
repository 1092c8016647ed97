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
 * <tr><td>{@code code}</td><td>the method at an address, its callers, its type checks</td><td>{@code code()}</td></tr>
 * <tr><td>{@code heap}</td><td>fields of objects, generations, the card table</td><td>{@code heap()}, {@code generations()}, {@code cardTable()}</td></tr>
 * <tr><td>{@code pool}</td><td>thread pools and the tasks in their queues</td><td>{@code poolSearch()}</td></tr>
 * <tr><td>{@code locks}</td><td>threads, the locks they wait for, their stacks; virtual threads; queued references</td><td>{@code lockSampler()}, {@code virtualThreads()}, {@code referenceQueues()}</td></tr>
 * <tr><td>{@code perf}</td><td>HotSpot's own counters; those of collections and safepoints</td><td>{@code perfData()}, {@code JvmCounters}</td></tr>
 * <tr><td>{@code memory}</td><td>addresses of the heap, code, stacks and classes; the parts of the resident memory; the room in the code cache</td><td>{@code ranges()}, {@code AttachedJvm}, {@code codeCache()}</td></tr>
 * <tr><td>{@code image}</td><td>the tables, flags and memory that the other packages use</td><td>{@code flags()}</td></tr>
 * <tr><td>{@code attach}</td><td>questions that the JVM answers itself, as jcmd asks them</td><td>{@code Jcmd}</td></tr>
 * <tr><td>{@code flight}</td><td>flight recordings in the JVM: started, ended, read</td><td>{@code FlightRecording}</td></tr>
 * <tr><td>{@code threads}</td><td>the activity of threads, by families of names</td><td>{@code ThreadTally}</td></tr>
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
 * file may be deleted, and the JVM may run in a container. Reading needs access to {@code
 * /proc/PID/mem}: the same user, or CAP_SYS_PTRACE.
 *
 * <h2>What can be unavailable</h2>
 *
 * <p>Invalid target memory causes no exception. An unavailable {@link dev.foliot.linux.Reading} has
 * the reason and a remedy. The reasons are:
 *
 * <ul>
 *   <li>no such process, or no right to read it
 *   <li>another JVM (OpenJ9, Zing, a native image), or a JDK before 17
 *   <li>a field that this version does not export; only its users are affected
 *   <li>objects and pools with ZGC and Shenandoah, whose references are not plain addresses
 *   <li>counters with {@code -XX:-UsePerfData}
 * </ul>
 *
 * <h2>The target is hostile</h2>
 *
 * <p>The target runs on, so a structure may be freed or moved at any moment, and its data may be
 * wrong. All data is checked: strings, counts, depths and lists are bounded, circles end, and each
 * read has a budget of bytes and time ({@link dev.foliot.hotspot.image.VmImage.Budget}).
 * Inconsistent data is left out and counted. Names come from the target and may hold any
 * characters: escape them on output.
 *
 * <h2>Threads and cost</h2>
 *
 * <p>{@code HotspotJvm} and immutable types are safe for any thread. Types that read the target
 * repeatedly (samplers, searches, readers) are for one thread, and say so. The target does not stop
 * and runs no code for the reads. One scan of 1,400 classes takes some 10 ms of the caller's CPU,
 * of 20,000 less than a second; a sample of a pool is one system call. A sample of 10,000 virtual
 * threads takes some 60 ms of the caller's CPU, whatever the size of the heap.
 */
@NullMarked
package dev.foliot.hotspot;

import org.jspecify.annotations.NullMarked;
