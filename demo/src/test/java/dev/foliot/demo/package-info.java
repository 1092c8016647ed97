@NullMarked
package dev.foliot.demo;

import org.jspecify.annotations.NullMarked;
