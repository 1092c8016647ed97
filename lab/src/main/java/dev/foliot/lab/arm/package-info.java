/**
 * Arms as processes: what starts a service, where it may run, when it is ready, and how it ends.
 */
@NullMarked
package dev.foliot.lab.arm;

import org.jspecify.annotations.NullMarked;
