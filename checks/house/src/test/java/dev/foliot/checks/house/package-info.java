/** The rules of the house: module dependencies, and the use of output, exit and logs. */
@NullMarked
package dev.foliot.checks.house;

import org.jspecify.annotations.NullMarked;
