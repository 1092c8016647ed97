/**
 * Load tests of HTTP servers as runs: what is played, stored, judged and answered. The load itself
 * is made by {@code dev.foliot.load}.
 */
@NullMarked
package dev.foliot.loadrun;

import org.jspecify.annotations.NullMarked;
