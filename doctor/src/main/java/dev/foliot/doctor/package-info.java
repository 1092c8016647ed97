/** The measurements that this machine allows, and the disturbances that harm them. */
@NullMarked
package dev.foliot.doctor;

import org.jspecify.annotations.NullMarked;
