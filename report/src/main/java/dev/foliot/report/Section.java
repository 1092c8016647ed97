package dev.foliot.report;

import java.util.List;

/**
 * A part of the page with a heading.
 *
 * @param id of its element
 * @param heading what it is about
 * @param blocks what it shows
 */
record Section(String id, String heading, List<Block> blocks) {}
