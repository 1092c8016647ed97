/**
 * The activity of a JVM's threads, by family.
 *
 * <pre>{@code
 * ThreadTally tally = new ThreadTally(Path.of("/"));
 * tally.look(Set.of(pid));
 * Thread.sleep(1000);
 * tally.look(Set.of(pid));
 * tally.families().forEach((family, did) -> System.out.println(family.name() + " " + did.onCpuNs()));
 * }</pre>
 *
 * <p>Families follow from the first 15 bytes of a thread's name, which the kernel keeps: GC, JIT,
 * the JVM's own, carriers of virtual threads, and the program's. Read from {@code /proc}, one file
 * per thread and sample. At most 100 families; for one thread.
 */
@NullMarked
package dev.foliot.hotspot.threads;

import org.jspecify.annotations.NullMarked;
