@NullMarked
package dev.foliot.apps.service;

import org.jspecify.annotations.NullMarked;
