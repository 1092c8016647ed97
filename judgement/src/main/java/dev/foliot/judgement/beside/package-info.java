/** How a run differs from what JLBH reports of the same program, and why. */
@NullMarked
package dev.foliot.judgement.beside;

import org.jspecify.annotations.NullMarked;
