/**
 * Questions that a JVM answers itself, as jcmd asks them.
 *
 * <pre>{@code
 * Reading<String> answer = Jcmd.find(jdkHome, pid) instanceof Reading.Value<Jcmd>(Jcmd jcmd)
 *     ? jcmd.ask("GC.heap_info")
 *     : Reading.unavailable(new JvmReason.NoJvmBelow(pid));
 * }</pre>
 *
 * <p>The first question goes through the jcmd of a JDK, which makes the JVM listen on a socket.
 * Later questions use that socket and start no JVM. A process is asked only when libjvm is mapped
 * into it: the signal would end other programs. Unlike the rest of this module, these questions run
 * code in the target. Answers are limited to 64 MiB and 30 s. Unavailable where the JVM is stopped,
 * belongs to another user, or forbids attaching.
 */
@NullMarked
package dev.foliot.hotspot.attach;

import org.jspecify.annotations.NullMarked;
