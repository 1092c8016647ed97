/** The groups among the levels of nodes, and how long they last. */
@NullMarked
package dev.foliot.fleet.groups;

import org.jspecify.annotations.NullMarked;
