/**
 * One class per kernel interface of Linux; each returns a value or a reason.
 *
 * <p>House rules. Every reader takes the root directory of /proc and /sys, "/" in production. A
 * directory of copied files can therefore represent any machine. Every answer is a {@link
 * dev.foliot.linux.Reading}. No method throws because of the system, on Linux or off it. Only a
 * caller's mistake, such as an argument out of range, throws. Reads are bounded, and parsers expect
 * hostile input. Names carry units. Classes keep no state between calls, and are safe for any
 * thread.
 */
@NullMarked
package dev.foliot.linux;

import org.jspecify.annotations.NullMarked;
