/** What users wait for while a load tool says something else. */
@NullMarked
package dev.foliot.audit;

import org.jspecify.annotations.NullMarked;
