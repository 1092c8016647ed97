/** Compares the waiting times of users with a load tool's report. */
@NullMarked
package dev.foliot.audit;

import org.jspecify.annotations.NullMarked;
