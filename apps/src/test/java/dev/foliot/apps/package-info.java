@NullMarked
package dev.foliot.apps;

import org.jspecify.annotations.NullMarked;
