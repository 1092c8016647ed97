/** What users wait for while a load tool says something else. */
@NullMarked
package dev.foliot.lab.audit;

import org.jspecify.annotations.NullMarked;
