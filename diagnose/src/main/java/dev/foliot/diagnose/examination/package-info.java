/** What all examinations have in common: the target that they read, and their outcome. */
@NullMarked
package dev.foliot.diagnose.examination;

import org.jspecify.annotations.NullMarked;
