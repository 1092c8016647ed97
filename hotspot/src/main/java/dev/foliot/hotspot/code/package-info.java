/**
 * Compiled code of a JVM: the method at an address, its callers and its type checks.
 *
 * <p>{@link dev.foliot.hotspot.code.CodeMap} maps an instruction pointer to a block of the code
 * cache and to its compiled method. The compiler's debug information then gives the chain of
 * inlined methods with their lines. It needs no frame pointers and no perf map, and works if the
 * code's file was deleted.
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
 * one of these. {@code checks} uses bytecodes to find the type check that made a write between two
 * of them. Where the JVM lacks a table, {@code missing()} gives the reason and places are unknown.
 * A map caches at most 20,000 places and is safe for any thread. Take a new one for each
 * examination, because the JVM discards and recompiles code.
 */
@NullMarked
package dev.foliot.hotspot.code;

import org.jspecify.annotations.NullMarked;
