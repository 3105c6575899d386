"""The engines that are compared, one module each, in the arrangement that serves each best."""
