/**
 * A program whose speed depends on the address of a class: see {@link
 * dev.foliot.apps.lottery.LotteryRun}.
 */
@NullMarked
package dev.foliot.apps.lottery;

import org.jspecify.annotations.NullMarked;
