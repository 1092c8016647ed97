/** The study remedy: remedies for a program that shares a cache line. */
@NullMarked
package dev.foliot.study.remedy;

import org.jspecify.annotations.NullMarked;
