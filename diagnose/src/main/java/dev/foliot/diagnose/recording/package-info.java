/** What a flight recording of the same seconds shows: findings, and code places for others. */
@NullMarked
package dev.foliot.diagnose.recording;

import org.jspecify.annotations.NullMarked;
