/** The demo: three experiments on this machine that show Foliot's uses. */
@NullMarked
package dev.foliot.demo;

import org.jspecify.annotations.NullMarked;
