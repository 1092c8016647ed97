/** A service's jar as a study: what it is, what it answers, and the study file made of it. */
@NullMarked
package dev.foliot.study.jar;

import org.jspecify.annotations.NullMarked;
