/** What this machine can measure, and what spoils it. */
@NullMarked
package dev.foliot.lab.doctor;

import org.jspecify.annotations.NullMarked;
