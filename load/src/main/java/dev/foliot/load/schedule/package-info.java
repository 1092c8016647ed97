/**
 * What is sent when, and what is recorded of it: decisions without sockets and threads, so that
 * tests play them in virtual time. Not for users of Foliot.
 */
@NullMarked
package dev.foliot.load.schedule;

import org.jspecify.annotations.NullMarked;
