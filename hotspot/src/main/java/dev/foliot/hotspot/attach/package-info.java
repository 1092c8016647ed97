/**
 * Questions that a JVM answers itself, as jcmd asks them.
 *
 * <pre>{@code
 * Reading<String> answer = Jcmd.find(jdkHome, pid) instanceof Reading.Value<Jcmd>(Jcmd jcmd)
 *     ? jcmd.ask("GC.heap_info")
 *     : Reading.unavailable(new JvmReason.NoJvmBelow(pid));
 * }</pre>
 *
 * <p>The first question goes through the jcmd of a JDK, which makes the JVM listen on a socket;
 * later ones go to that socket, which costs no new JVM. A process is asked only when libjvm is
 * mapped into it: the signal would end other programs. Unlike the rest of this module this runs
 * code in the target. Answers are at most 64 MiB, in at most 30 s. Unavailable where the JVM is
 * stopped, another user's, or does not allow attaching.
 */
@NullMarked
package dev.foliot.hotspot.attach;

import org.jspecify.annotations.NullMarked;
