package dev.foliot.apps.service;

import dev.foliot.pool.Resize;

/**
 * A change of a pool's size.
 *
 * @param number numbers the changes from 1: repeated readers miss and repeat none
 * @param resize the change
 */
public record NumberedResize(long number, Resize resize) {}
