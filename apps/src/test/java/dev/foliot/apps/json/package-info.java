@NullMarked
package dev.foliot.apps.json;

import org.jspecify.annotations.NullMarked;
