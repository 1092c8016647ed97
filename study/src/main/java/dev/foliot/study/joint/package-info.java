/** The joint answers of several studies. */
@NullMarked
package dev.foliot.study.joint;

import org.jspecify.annotations.NullMarked;
