/**
 * One class per kernel interface of Linux, each giving a value or the reason why there is none.
 *
 * <p>House rules. Every reader takes the root directory below which /proc and /sys are, "/" in
 * production, so that a directory of copied files can stand for any machine. Every answer is a
 * {@link dev.foliot.linux.Reading}: no method throws for what it finds, on Linux or off it; only a
 * caller's own mistake, an argument out of its range, is an exception. What is read is bounded and
 * parsed as if it were hostile. Names carry units. Nothing is kept between calls, and everything is
 * safe for any thread.
 */
@NullMarked
package dev.foliot.linux;

import org.jspecify.annotations.NullMarked;
