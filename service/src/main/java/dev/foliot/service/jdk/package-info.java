/** The JDKs that are installed on this machine. */
@NullMarked
package dev.foliot.service.jdk;

import org.jspecify.annotations.NullMarked;
