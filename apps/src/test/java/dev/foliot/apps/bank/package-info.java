@NullMarked
package dev.foliot.apps.bank;

import org.jspecify.annotations.NullMarked;
