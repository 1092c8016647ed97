package dev.foliot.apps.service;

import dev.foliot.pool.Resize;

/**
 * A change of a pool's size.
 *
 * @param number counts the changes from 1, so that who reads again and again misses and repeats
 *     none
 * @param resize the change
 */
public record NumberedResize(long number, Resize resize) {}
