/** The rules of the house: who may depend on whom, and who prints, exits and logs. */
@NullMarked
package dev.foliot.checks.house;

import org.jspecify.annotations.NullMarked;
