/** The adaptive pool in Tomcat, and in web applications that come and go. */
@NullMarked
package dev.foliot.checks.servers;

import org.jspecify.annotations.NullMarked;
