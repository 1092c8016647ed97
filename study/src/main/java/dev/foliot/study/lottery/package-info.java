/** The study sharing-lottery: whether the address of a class predicts its speed. */
@NullMarked
package dev.foliot.study.lottery;

import org.jspecify.annotations.NullMarked;
