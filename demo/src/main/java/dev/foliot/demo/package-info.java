/** The demo: three experiments on this machine that show what Foliot is for. */
@NullMarked
package dev.foliot.demo;

import org.jspecify.annotations.NullMarked;
