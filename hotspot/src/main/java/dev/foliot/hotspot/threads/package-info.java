/**
 * What the threads of a JVM do, by the family that each belongs to.
 *
 * <pre>{@code
 * ThreadTally tally = new ThreadTally(Path.of("/"));
 * tally.look(Set.of(pid));
 * Thread.sleep(1000);
 * tally.look(Set.of(pid));
 * tally.families().forEach((family, did) -> System.out.println(family.name() + " " + did.onCpuNs()));
 * }</pre>
 *
 * <p>Families go by the first 15 bytes of a thread's name, which the kernel keeps: GC, JIT, the
 * JVM's own, carriers of virtual threads, and the program's. Read from {@code /proc}; one file per
 * thread and look. At most 100 families; for one thread.
 */
@NullMarked
package dev.foliot.hotspot.threads;

import org.jspecify.annotations.NullMarked;
