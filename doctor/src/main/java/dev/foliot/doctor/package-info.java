/** What this machine can measure, and what spoils it. */
@NullMarked
package dev.foliot.doctor;

import org.jspecify.annotations.NullMarked;
