/**
 * Compiled code of a JVM: what runs at an address, its callers and its type checks.
 *
 * <p>{@link dev.foliot.hotspot.code.CodeMap} goes from an instruction pointer to the block of the
 * code cache, to the compiled method, and by the compiler's debug information to the chain of
 * inlined methods with their lines. It needs no frame pointers and no perf map, and works for code
 * that is gone from the file system.
 *
 * <pre>{@code
 * CodeMap code = jvm.code();
 * CodePlace place = code.at(ip);
 * if (place instanceof CodePlace.Compiled compiled) {
 *   compiled.frames().forEach(frame -> System.out.println(frame.text()));
 * }
 * List<CodePlace> callers = code.callers(ip, sp, fp, stack);
 * }</pre>
 *
 * <p>Debug information exists for calls and safepoints only: {@code exact} says whether a place is
 * one of these. {@code checks} finds by bytecodes which type check made a write between two of
 * them. Where the JVM does not tell enough, {@code missing()} says why and places are unknown. A
 * map remembers what it named, at most 20,000 places, and is safe for any thread; take a new one
 * for a new examination, since code is thrown away and compiled again.
 */
@NullMarked
package dev.foliot.hotspot.code;

import org.jspecify.annotations.NullMarked;
